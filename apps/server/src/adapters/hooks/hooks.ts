/** Calls of webhooks (O9), which lead where strangers say. */
import type { DeliveryFault } from '@sampan/contract/states'

/** `start`: how the answer began. */
export type Posted = { status: number; start: string }
/** Why there is no answer. */
export type PostFault = Extract<DeliveryFault, 'timeout' | 'name' | 'private' | 'tls' | 'connection'>

export class NotPosted extends Error {
  override name = 'NotPosted'
  constructor(readonly fault: PostFault) {
    super(fault)
  }
}

export type Letter = { url: string; headers: Record<string, string>; body: string }

export type HookPost = {
  /** Throws NotPosted where nothing, or no whole answer, came. */
  post: (letter: Letter) => Promise<Posted>
  /** Whether an address may be tried at all, as far as its text says. */
  mayLeadTo: (url: URL) => boolean
  /** Also into the operator's own network, and without TLS. */
  mayBePrivate: boolean
}
