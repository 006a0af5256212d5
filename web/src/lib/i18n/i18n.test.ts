import { describe, expect, it } from 'vitest';
import { presetIds, reasonCodes } from '../api/types';
import { en } from './en';
import { fr } from './fr';
import { format, I18n, preferredLanguage, type Message } from './i18n.svelte';
import { ja } from './ja';

const texts = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other]);
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

describe.each([
  ['fr', fr],
  ['ja', ja],
])('the catalogue %s', (_language, catalogue) => {
  it('has the keys of the English one, no more and no less', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  it('uses only placeholders that are given, and drops none but the number', () => {
    for (const [key, message] of Object.entries(catalogue)) {
      const given = new Set(texts(en[key as keyof typeof en]).flatMap(names));
      for (const text of texts(message)) {
        const used = new Set(names(text));
        for (const name of used) expect(given, `${key}: {${name}}`).toContain(name);
        for (const name of given) if (name !== 'n') expect(used, `${key} lacks {${name}}`).toContain(name);
      }
    }
  });

  it('has no empty text', () => {
    for (const [key, message] of Object.entries(catalogue))
      for (const text of texts(message)) expect(text.trim(), key).not.toBe('');
  });
});

it('has words for every preset and every reason', () => {
  for (const id of presetIds) expect(en[`preset.${id}.about`]).toBeTruthy();
  for (const code of reasonCodes) expect(en[`reason.${code}`]).toBeTruthy();
});

it('chooses singular and plural by the language', () => {
  const message = { one: '{n} disc', other: '{n} discs' };
  expect(format(message, 'en', { n: 1 })).toBe('1 disc');
  expect(format(message, 'en', { n: 0 })).toBe('0 discs');
  expect(format(message, 'fr', { n: 0 })).toBe('0 disc');
  expect(format(message, 'ja', { n: 1 })).toBe('1 discs');
});

it('follows the browser unless told otherwise', () => {
  expect(preferredLanguage('system', ['de-DE', 'fr-CA', 'en'])).toBe('fr');
  expect(preferredLanguage('system', ['xx'])).toBe('en');
  expect(preferredLanguage('ja', ['fr'])).toBe('ja');
});

it('changes language at run time', async () => {
  const i18n = new I18n();
  expect(i18n.t('board.legal', { square: 'd6', n: 3 })).toBe('d6, legal, flips 3 discs');
  await i18n.use('fr');
  expect(i18n.t('board.legal', { square: 'd6', n: 3 })).toBe('d6, jouable, retourne 3 pions');
});
