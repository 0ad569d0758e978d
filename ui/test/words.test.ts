import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import en from '../src/locales/en.json'
import fr from '../src/locales/fr.json'
import { locale, setLocale, stateName, t } from '../src/lib/i18n'
import { STATES } from '../src/lib/states'

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(one => (one.isDirectory() ? files(`${folder}/${one.name}`) : [`${folder}/${one.name}`]))
}

/** Sentences that stand in a call of t(), and those that tables hand to it. */
const WRITTEN = [/\bt\('((?:[^'\\]|\\.)*)'/g, /\b(?:text|does|question|done|title): '((?:[^'\\]|\\.)+)'/g, /\bgo\('[^']*', '([^']*)'/g]

function sentences(): Set<string> {
  const found = new Set(STATES.map(state => state.charAt(0) + state.slice(1).toLowerCase()))
  for (const path of files('src')) {
    const text = readFileSync(path, 'utf8')
    for (const pattern of WRITTEN) for (const match of text.matchAll(pattern)) found.add(match[1]!.replaceAll("\\'", "'"))
  }
  return found
}

const forms = (message: string | object) => (typeof message === 'string' ? [message] : Object.values(message) as string[])
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]).toSorted().join()

describe('sentences', () => {
  it('are all there in French', () => {
    const known: Record<string, unknown> = fr
    expect([...sentences()].filter(sentence => !(sentence in known))).toEqual([])
  })

  it('keep their values in every language', () => {
    for (const [sentence, message] of [...Object.entries(fr), ...Object.entries(en)]) for (const form of forms(message)) expect(`${sentence} → ${names(form)}`).toBe(`${sentence} → ${names(sentence)}`)
  })

  it('have a plural where they count', async () => {
    expect([t('{n} executions', { n: 1 }), t('{n} executions', { n: 1234 })]).toEqual(['1 execution', '1,234 executions'])
    await setLocale('fr')
    expect([t('{n} executions', { n: 0 }), t('{n} executions', { n: 2 })]).toEqual(['0 exécution', '2 exécutions'])
    expect(stateName('FAILED')).toBe('En échec')
    await setLocale('en')
    expect(locale.value).toBe('en')
  })
})
