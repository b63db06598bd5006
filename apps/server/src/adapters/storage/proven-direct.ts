/** Whether parts may go straight to the store: where the operator wants it, and the store refuses what is not as was signed. */
import type { DirectStore, Storage } from './storage.ts'

export type ProvenStore = { store: DirectStore; origin: string }

/** Everything goes through this process where the store does not hold what is needed of it. */
export async function provenDirect(
  { direct }: Storage,
  log: { warn: (about: object, text: string) => void },
): Promise<ProvenStore | null> {
  const fault = direct ? await direct.prove().catch((error) => String(error)) : 'it takes nothing past this service'
  if (fault === null) return { store: direct!, origin: await direct!.origin() }
  log.warn(
    { fault },
    'STORE_DIRECT is off: the store does not check what is put into it, and every part goes through this service',
  )
  return null
}
