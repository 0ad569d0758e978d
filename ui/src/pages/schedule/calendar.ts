// The time to come as days of hours, on the clock of the chosen zone.
import type { Forecast } from '../../api/types'
import { dateOf, hourMinute } from '../../lib/time'

export interface Cell { at: number; day: string; hour: string; total: number; triggers: { name: string; namespace: string; flowId: string; triggerId: string; count: number }[] }
export interface Day { day: string; cells: Cell[] }

/**
 * @param pieces how many pieces of time the forecast has
 * @param timeZone whose midnights part the days: one has 23 or 25 hours when clocks change
 */
export function daysOf(forecast: Forecast, pieces: number, timeZone: string): Day[] {
  const start = new Date(forecast.from).getTime()
  const days: Day[] = []
  for (let i = 0; i < pieces; i++) {
    const at = start + i * forecast.pieceMillis
    const day = dateOf(at, timeZone)
    const found = forecast.triggers.flatMap(one => {
      const count = one.counts[i]
      return count ? [{ name: `${one.namespace}/${one.flowId}/${one.triggerId}`, namespace: one.namespace, flowId: one.flowId, triggerId: one.triggerId, count }] : []
    })
    const cell = { at, day, hour: hourMinute(at, timeZone), total: found.reduce((sum, one) => sum + one.count, 0), triggers: found.toSorted((a, b) => b.count - a.count) }
    if (days.at(-1)?.day === day) days.at(-1)!.cells.push(cell)
    else days.push({ day, cells: [cell] })
  }
  return days
}
