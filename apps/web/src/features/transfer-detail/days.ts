/** What happened, by the days of whoever looks at it. */
import type { TimelineEvent } from '@sampan/contract/routes/transfer-detail'

export type Day = { key: string; at: number; events: TimelineEvent[] }

export const dayKey = (at: number): string => {
  const day = new Date(at)
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`
}

/** In the order they come in; an event that two pages hold, because others came between, shows once. */
export function daysOf(events: readonly TimelineEvent[]): Day[] {
  const days: Day[] = []
  const seen = new Set<string>()
  for (const event of events) {
    const id = `${event.kind} ${event.id}`
    if (seen.has(id)) continue
    seen.add(id)
    const key = dayKey(event.at)
    const last = days.at(-1)
    if (last?.key === key) last.events.push(event)
    else days.push({ key, at: event.at, events: [event] })
  }
  return days
}

/** "today" and "yesterday" have words of their own. */
export function dayWord(at: number, now: number): 'today' | 'yesterday' | null {
  if (dayKey(at) === dayKey(now)) return 'today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return dayKey(at) === dayKey(yesterday.getTime()) ? 'yesterday' : null
}
