import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clock, dateTime, duration, durationMillis, instantOf, offset, wallOf, zone } from '../src/lib/time'

describe('time', () => {
  it('is told in the chosen zone', () => {
    zone.value = 'Europe/Paris'
    expect(dateTime('2026-07-01T22:30:00Z')).toBe('2026-07-02 00:30:00')
    expect(clock('2026-07-01T22:30:00.045Z')).toBe('00:30:00.045')
    expect(offset('Europe/Paris', new Date('2026-07-01T00:00:00Z'))).toBe('UTC+02:00')
    expect(offset('UTC')).toBe('UTC+00:00')
  })

  it('of a field is meant in that zone too, on both sides of a change of clocks', () => {
    zone.value = 'Europe/Paris'
    for (const at of ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-10-25T03:00:00.000Z', '2026-12-01T12:00:00.000Z']) expect(instantOf(wallOf(at))).toBe(at)
    expect(instantOf('2026-11-30T03:05', 'America/New_York')).toBe('2026-11-30T08:05:00.000Z')
  })

  it('that is no zone is not taken', () => {
    zone.value = 'Nowhere/Land'
    expect(zone.value).toBe('Europe/Paris')
  })

  it.each([[0, '0 ms'], [0.4, '< 1 ms'], [840, '840 ms'], [3210, '3.21 s'], [59_949, '59.9 s'], [245_000, '4 m 05 s'], [7_800_000, '2 h 10 m'], [273_600_000, '3 d 4 h']])('%d milliseconds are %s', (millis, text) => {
    expect(duration(millis)).toBe(text)
  })

  it('reads durations', () => {
    expect(durationMillis('PT1H2M3.5S')).toBe(3_723_500)
    expect(durationMillis('P2D')).toBe(172_800_000)
    expect(durationMillis('soon')).toBeUndefined()
  })
})

it('nothing but time.ts and i18n.ts formats dates and numbers, so that every page tells the same', () => {
  const offenders = files('src').filter(path => !/lib\/(time|i18n)\.ts$/.test(path) && /\bIntl\.|\.toLocale\w*\(/.test(readFileSync(path, 'utf8')))
  expect(offenders).toEqual([])
})

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(one => (one.isDirectory() ? files(`${folder}/${one.name}`) : [`${folder}/${one.name}`]))
}
