// English sentences are the keys. Other languages are files of translations that load when they are chosen.
import { ref, shallowRef } from 'vue'
import plurals from '../locales/en.json'
import { recall, remember } from './stored'

type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Messages = Record<string, Message>

const LOADERS: Record<string, () => Promise<{ default: Messages }>> = {
  en: async () => ({ default: plurals }),
  fr: () => import('../locales/fr.json'),
}

export const LOCALES: { id: string; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'fr', name: 'Français' },
]

const messages = shallowRef<Messages>(plurals)
let rules = new Intl.PluralRules('en')

export const locale = ref('en')

export async function setLocale(id: string): Promise<void> {
  const loader = LOADERS[id]
  if (!loader) return
  messages.value = (await loader()).default
  rules = new Intl.PluralRules(id)
  locale.value = id
  document.documentElement.lang = id
  remember('locale', id)
}

export function preferredLocale(): string {
  const wanted = recall('locale') ?? navigator.language.slice(0, 2)
  return wanted in LOADERS ? wanted : 'en'
}

/** The sentence in the reader's language. `{n}` also chooses its plural form. */
export function t(sentence: string, values: Record<string, string | number | undefined> = {}): string {
  let message: Message | undefined = messages.value[sentence] ?? (plurals as Messages)[sentence]
  if (typeof message === 'object') message = message[rules.select(Number(values.n ?? 0))] ?? message.other
  return (message ?? sentence).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return value === undefined ? '' : typeof value === 'number' ? count(value) : value
  })
}

let numbers = { locale: 'en', format: new Intl.NumberFormat('en') }

/** A whole number with the separators of the language. */
export function count(value: number): string {
  if (numbers.locale !== locale.value) numbers = { locale: locale.value, format: new Intl.NumberFormat(locale.value) }
  return numbers.format.format(value)
}

export const stateName = (state: string): string => t(state.charAt(0) + state.slice(1).toLowerCase())
