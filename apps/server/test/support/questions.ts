import pg from 'pg'
import { vi } from 'vitest'

/** With how many parameters at most an act asks the database at once. */
export async function parametersOf(act: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return Math.max(...spy.mock.calls.map(([, values]: unknown[]) => (Array.isArray(values) ? values.length : 0)))
  } finally {
    spy.mockRestore()
  }
}
