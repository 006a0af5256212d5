// A position as a picture to keep: one SVG without outside references, also as PNG.
import { discOf, guideDots, squareIndex } from '../board/geometry';

const colors = {
  felt: '#79a888',
  edge: '#56826a',
  grid: '#5f8d72',
  black: '#181c1a',
  white: '#f7f6f2',
  text: '#3c4741',
};

export function diagramSvg(board: string, size: number, lastMove: string | null): string {
  const square = 48;
  const margin = 24;
  const side = size * square;
  const last = lastMove ? squareIndex(lastMove, size) : -1;
  const parts: string[] = [];
  const all = side + 2 * margin;
  parts.push(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${all}" width="${all}" height="${all}">`,
    `<rect width="${all}" height="${all}" fill="#ffffff"/>`,
    `<rect x="${margin}" y="${margin}" width="${side}" height="${side}" fill="${colors.felt}" stroke="${colors.edge}" stroke-width="2"/>`,
  );
  let grid = '';
  for (let i = 1; i < size; i += 1) {
    const at = margin + i * square;
    grid += `M${margin} ${at}H${margin + side}M${at} ${margin}V${margin + side}`;
  }
  parts.push(`<path d="${grid}" stroke="${colors.grid}"/>`);
  for (const dot of guideDots(size))
    parts.push(
      `<circle cx="${margin + dot.x * square}" cy="${margin + dot.y * square}" r="3.5" fill="${colors.edge}"/>`,
    );
  [...board].forEach((character, index) => {
    const disc = discOf(character);
    if (!disc) return;
    const x = margin + ((index % size) + 0.5) * square;
    const y = margin + (Math.floor(index / size) + 0.5) * square;
    parts.push(`<circle cx="${x}" cy="${y}" r="20" fill="${colors[disc]}" stroke="#4a534d"/>`);
    if (index === last)
      parts.push(
        `<circle cx="${x}" cy="${y}" r="4.500" fill="${colors[disc === 'black' ? 'white' : 'black']}"/>`,
      );
  });
  const label = (x: number, y: number, text: string) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" fill="${colors.text}" text-anchor="middle">${text}</text>`;
  for (let i = 0; i < size; i += 1) {
    const at = margin + (i + 0.5) * square;
    parts.push(
      label(at, margin - 8, String.fromCharCode(97 + i)),
      label(margin / 2, at + 4.5, String(i + 1)),
    );
  }
  parts.push('</svg>');
  return parts.join('');
}

export async function svgToPng(svg: string, width: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = width;
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, width);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
