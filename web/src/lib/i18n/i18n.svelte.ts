// Text in one catalogue per language. Keys and placeholders are checked by the compiler against the English one;
// the other languages are loaded when asked for.
import { en } from './en';

export const languages = ['en', 'fr', 'ja'] as const;
export type Language = (typeof languages)[number];

/** A text with {placeholders}, or its singular and plural, chosen by {n}. */
export type Message = string | { one: string; other: string };
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Message>;

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type TextOf<M> = M extends { other: infer T } ? T : M;
type Vars<K extends Key> = Names<TextOf<(typeof en)[K]>>;
type Args<K extends Key> = [Vars<K>] extends [never] ? [] : [vars: Record<Vars<K>, string | number>];
export type Translate = <K extends Key>(key: K, ...args: Args<K>) => string;

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  fr: () => import('./fr').then((module) => module.fr),
  ja: () => import('./ja').then((module) => module.ja),
};

export function format(
  message: Message,
  language: Language,
  vars: Record<string, string | number> = {},
): string {
  const text =
    typeof message === 'string'
      ? message
      : new Intl.PluralRules(language).select(Number(vars['n'])) === 'one'
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(vars[name] ?? all));
}

export function preferredLanguage(wanted: Language | 'system', system: readonly string[]): Language {
  if (wanted !== 'system') return wanted;
  for (const tag of system) {
    const language = languages.find((known) => tag.toLowerCase().startsWith(known));
    if (language) return language;
  }
  return 'en';
}

export class I18n {
  language = $state<Language>('en');
  private catalogue = $state.raw<Catalogue>(en);

  async use(language: Language): Promise<void> {
    const catalogue = await loaders[language]();
    this.catalogue = catalogue;
    this.language = language;
  }

  t: Translate = (key, ...args) => format(this.catalogue[key], this.language, args[0]);

  /** "a, b and c" */
  list = (parts: string[]): string =>
    new Intl.ListFormat(this.language, { style: 'long', type: 'conjunction' }).format(parts);
}
