// Two short wooden clicks, made rather than loaded. Silent unless the player asks for sound.
export class Sounds {
  private context: AudioContext | null = null;

  constructor(private readonly enabled: () => boolean) {}

  place = () => this.click(220, 0.09);
  pass = () => this.click(140, 0.16);
  end = () => {
    this.click(260, 0.12);
    this.click(390, 0.3, 0.13);
  };

  private click(frequency: number, seconds: number, delay = 0): void {
    if (!this.enabled()) return;
    try {
      this.context ??= new AudioContext();
      const at = this.context.currentTime + delay;
      const tone = this.context.createOscillator();
      const gain = this.context.createGain();
      tone.type = 'triangle';
      tone.frequency.setValueAtTime(frequency, at);
      tone.frequency.exponentialRampToValueAtTime(frequency / 2, at + seconds);
      gain.gain.setValueAtTime(0.18, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(gain).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + seconds);
    } catch {
      // No audio device: nothing to hear, nothing to say.
    }
  }
}
