import { recall, remember } from '../lib/stored'

/** Text that was typed and not saved, and the revision that it began from. It outlives the page: leaving asks nothing. */
export interface Draft { text: string; base: number }

const key = (name: string) => `draft.${name}`

export function draftOf(name: string): Draft | undefined {
  const text = recall(key(name))
  if (!text) return undefined
  try {
    return JSON.parse(text) as Draft
  } catch {
    return undefined
  }
}

export function keepDraft(name: string, draft: Draft | undefined): void {
  remember(key(name), draft && JSON.stringify(draft))
}
