import { testClock } from '../../../test/support/clock.ts'
import { describePayments } from './payments.conformance.ts'
import { makeSandbox } from './sandbox.ts'

/** As the database keeps it: as JSON. */
function storeInMemory() {
  const kept = new Map<string, string>()
  return {
    make: async (id: string, begin: object) => void (kept.has(id) || kept.set(id, JSON.stringify(begin))),
    change: async <S extends object, T>(id: string, work: (state: S | null) => T): Promise<T> => {
      const state = JSON.parse(kept.get(id) ?? 'null')
      const answer = work(state)
      if (state) kept.set(id, JSON.stringify(state))
      return answer
    },
    remove: async (id: string) => void kept.delete(id),
  }
}

describePayments('the sandbox', async () => {
  const payments = makeSandbox({ store: storeInMemory(), clock: testClock, productName: 'Sampan' })
  const sandbox = payments.sandbox!
  return {
    payments,
    passTime: async (id, seconds) => void (await sandbox.passTime(id, seconds)),
    confirm: async (id, secret, isAllowed) => void (await sandbox.confirm(id, secret, isAllowed)),
    close: async () => {},
  }
})
