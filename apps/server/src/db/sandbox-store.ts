/** Where the payment sandbox keeps its customers: shared by all processes, one change of a customer after the other. */
import { eq } from 'drizzle-orm'
import { type Database, inTransaction } from './connect.ts'
import { sandboxCustomers } from './tables.ts'

/** Resolves to what `work` answers; what it changed of the state is kept, unless it throws. A new customer's state is `begin`. */
export type SandboxStore = {
  make: (id: string, begin: object) => Promise<void>
  /** `work` is told null where there is no such customer. */
  change: <S extends object, T>(id: string, work: (state: S | null) => T) => Promise<T>
  remove: (id: string) => Promise<void>
}

export const makeSandboxStore = (db: Database): SandboxStore => ({
  make: async (id, begin) => {
    await db.insert(sandboxCustomers).values({ id, state: begin }).onConflictDoNothing()
  },
  change: (id, work) =>
    inTransaction(db, async (tx) => {
      const isThis = eq(sandboxCustomers.id, id)
      const [row] = await tx.select().from(sandboxCustomers).where(isThis).for('update')
      // biome-ignore lint/suspicious/noExplicitAny: the state's shape is its owner's
      const state = (row?.state ?? null) as any
      const before = JSON.stringify(state)
      const answer = work(state)
      if (state && JSON.stringify(state) !== before) await tx.update(sandboxCustomers).set({ state }).where(isThis)
      return answer
    }),
  remove: async (id) => {
    await db.delete(sandboxCustomers).where(eq(sandboxCustomers.id, id))
  },
})
