import { describe, expect, it } from 'vitest'
import { daysOf } from '../src/pages/schedule/calendar'

const one = (counts: Record<string, number>) => ({ namespace: 'a', flowId: 'f', triggerId: 't', counts })
const HOUR = 3_600_000

describe('the calendar of what is due', () => {
  it('parts the time at the midnights of the zone', () => {
    const days = daysOf({ from: '2026-11-29T23:00:00Z', pieceMillis: HOUR, triggers: [one({ 0: 1, 25: 2 })] }, 48, 'Europe/Paris')
    expect(days.map(day => [day.day, day.cells.length])).toEqual([['2026-11-30', 24], ['2026-12-01', 24]])
    expect(days[1]!.cells[1]).toMatchObject({ hour: '01:00', total: 2 })
  })

  it('has a day of 23 hours when clocks go forward, and one of 25 when they go back', () => {
    expect(daysOf({ from: '2026-03-28T23:00:00Z', pieceMillis: HOUR, triggers: [] }, 30, 'Europe/Paris')[0]!.cells).toHaveLength(23)
    expect(daysOf({ from: '2026-10-24T22:00:00Z', pieceMillis: HOUR, triggers: [] }, 30, 'Europe/Paris')[0]!.cells).toHaveLength(25)
  })

  it('names first what starts most', () => {
    const { triggers } = daysOf({ from: '2026-11-30T00:00:00Z', pieceMillis: HOUR, triggers: [one({ 0: 1 }), { ...one({ 0: 60 }), flowId: 'often' }] }, 1, 'UTC')[0]!.cells[0]!
    expect(triggers.map(it => it.flowId)).toEqual(['often', 'f'])
  })
})
