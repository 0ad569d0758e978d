import { ref } from 'vue'
import { ApiError, Unreachable } from '../api/http'
import { t } from './i18n'

export interface Toast { id: number; kind: 'done' | 'failed'; text: string; details: string[]; link?: { to: string; text: string } }

export const toasts = ref<Toast[]>([])
let last = 0

function show(toast: Omit<Toast, 'id'>, millis: number): void {
  const id = ++last
  toasts.value = [...toasts.value.slice(-3), { id, ...toast }]
  if (millis) window.setTimeout(() => dismiss(id), millis)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(one => one.id !== id)
}

export const done = (text: string, link?: Toast['link']) => show({ kind: 'done', text, details: [], link }, 5000)

/** What went wrong stays until it is read. */
export function failed(what: unknown): void {
  const details = what instanceof ApiError ? what.details : []
  show({ kind: 'failed', text: messageOf(what), details }, 0)
}

export function messageOf(what: unknown): string {
  if (what instanceof ApiError) return what.message
  if (what instanceof Unreachable) return t('The server cannot be reached.')
  return what instanceof Error ? what.message : String(what)
}

/** Does it, and tells how it went. True when it was done. */
export async function attempt(work: () => Promise<unknown>, success?: string): Promise<boolean> {
  try {
    await work()
    if (success) done(success)
    return true
  } catch (failure) {
    failed(failure)
    return false
  }
}
