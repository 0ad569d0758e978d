// The one place that turns moments into text: the same zone and the same form on every page.
import { computed, ref } from 'vue'
import { locale, t } from './i18n'
import { recall, remember } from './stored'

export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const chosen = ref(recall('zone') ?? LOCAL_ZONE)

export const zone = computed({
  get: () => chosen.value,
  set: value => {
    if (!isZone(value)) return
    chosen.value = value
    remember('zone', value)
  },
})

export function isZone(name: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
}

export const ZONES: string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')]

/** Ticks each second, for what is told in relation to now. */
export const now = ref(Date.now())
if (typeof window !== 'undefined') {
  window.setInterval(() => {
    if (!document.hidden) now.value = Date.now()
  }, 1000)
}

const FIELDS: Intl.DateTimeFormatOptions = {
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(key: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = key + language + (options.timeZone ?? '')
  let made = formats.get(name)
  if (!made) formats.set(name, (made = new Intl.DateTimeFormat(language, options)))
  return made
}

export interface Parts { year: string; month: string; day: string; hour: string; minute: string; second: string }

/** A moment's numbers on the clock of a zone. */
export function partsIn(at: Date, timeZone: string): Parts {
  const parts: Record<string, string> = {}
  for (const one of format('parts', 'en', { ...FIELDS, timeZone }).formatToParts(at)) parts[one.type] = one.value
  return parts as unknown as Parts
}

type Moment = string | number | Date | undefined

const parsed = (at: Moment): Date | undefined => {
  if (at === undefined) return undefined
  const date = new Date(at)
  return isNaN(date.getTime()) ? undefined : date
}

/** `2026-11-30 22:18:21`: sorts as it reads, and means the same to everybody. */
export function dateTime(at: Moment, timeZone = zone.value): string {
  const date = parsed(at)
  if (!date) return ''
  const { year, month, day, hour, minute, second } = partsIn(date, timeZone)
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

export const dateOf = (at: Moment, timeZone = zone.value): string => dateTime(at, timeZone).slice(0, 10)

/** `22:18:21.332` */
export function clock(at: Moment, timeZone = zone.value): string {
  const date = parsed(at)
  return date ? `${dateTime(date, timeZone).slice(11)}.${String(date.getUTCMilliseconds()).padStart(3, '0')}` : ''
}

export function hourMinute(at: Moment, timeZone = zone.value): string {
  return dateTime(at, timeZone).slice(11, 16)
}

export function weekday(at: Moment, timeZone = zone.value): string {
  const date = parsed(at)
  return date ? format('weekday', locale.value, { weekday: 'short', timeZone }).format(date) : ''
}

/** The same moment in UTC, for a tooltip. */
export const inUtc = (at: Moment): string => (parsed(at) ? `${dateTime(at, 'UTC')} UTC` : '')

/** `UTC+01:00` */
export function offset(timeZone = zone.value, at = new Date()): string {
  const parts = format('offset', 'en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(one => one.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? 'UTC' : name.replace('GMT', 'UTC')
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1],
]

let relations = { locale: '', format: undefined as Intl.RelativeTimeFormat | undefined }

/** `3 minutes ago`, `in 2 hours`. */
export function relative(at: Moment): string {
  const date = parsed(at)
  if (!date) return ''
  if (relations.locale !== locale.value || !relations.format) {
    relations = { locale: locale.value, format: new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto', style: 'short' }) }
  }
  const seconds = Math.round((date.getTime() - now.value) / 1000)
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relations.format!.format(Math.trunc(seconds / length), unit)
}

/** Milliseconds of `PT1H2M3.5S`. */
export function durationMillis(iso: string | undefined): number | undefined {
  const match = /^(-)?P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(iso ?? '')
  if (!match) return undefined
  const [, minus, days, hours, minutes, seconds] = match
  const millis = Number(days ?? 0) * 86_400_000 + Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1000
  return minus ? -millis : millis
}

/** `840 ms`, `3.2 s`, `4 m 05 s`, `2 h 10 m`, `3 d 4 h`. */
export function duration(millis: number | undefined): string {
  if (millis === undefined || isNaN(millis)) return ''
  if (millis < 1) return millis <= 0 ? '0 ms' : '< 1 ms'
  if (millis < 1000) return `${Math.round(millis)} ms`
  const seconds = millis / 1000
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${two(whole % 60)} s`
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} m`
  return `${Math.floor(whole / 86_400)} d ${Math.floor(whole / 3600) % 24} h`
}

/** How long something has been going on, or took. */
export function took(info: { startDate: string; endDate?: string } | undefined): number | undefined {
  if (!info) return undefined
  const end = info.endDate ? new Date(info.endDate).getTime() : now.value
  return Math.max(0, end - new Date(info.startDate).getTime())
}

/** A wall-clock text such as `2026-11-30T22:15` in the chosen zone, as an instant. */
export function instantOf(wall: string, timeZone = zone.value): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/.exec(wall.trim())
  if (!match) return parsed(wall)?.toISOString()
  const [, year, month, day, hour, minute, second] = match.map(Number)
  const asUtc = Date.UTC(year!, month! - 1, day!, hour!, minute!, second || 0)
  let guess = asUtc
  // Twice: the offset at the first guess may be the one on the other side of a change of clocks.
  for (let i = 0; i < 2; i++) guess = asUtc - offsetMillis(new Date(guess), timeZone)
  return new Date(guess).toISOString()
}

function offsetMillis(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(at, timeZone)
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - Math.floor(at.getTime() / 1000) * 1000
}

/** The value of a date-time field for an instant. */
export const wallOf = (at: Moment): string => dateTime(at).slice(0, 16).replace(' ', 'T')

/** What a moment is called on the page: nearness first, the exact time on the side. */
export const titleOf = (at: Moment): string => (parsed(at) ? `${dateTime(at)} ${zone.value}\n${inUtc(at)}` : t('never'))
