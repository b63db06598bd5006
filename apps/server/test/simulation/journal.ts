/** What clients sent and were told, and so what the bytes of each blob may be (INV1, INV2). */
export type Sent = {
  seq: number
  who: string
  uploadId: string
  blobId: string
  from: number
  bytes: Buffer
  ackedAtMs: number | null
}

export type Journal = {
  sent: Sent[]
  send: (part: Omit<Sent, 'seq' | 'ackedAtMs'>) => Sent
  ofBlob: (blobId: string) => Sent[]
}

export function newJournal(): Journal {
  const sent: Sent[] = []
  return {
    sent,
    send: (part) => {
      const one = { ...part, seq: sent.length, ackedAtMs: null }
      sent.push(one)
      return one
    },
    ofBlob: (blobId) => sent.filter((part) => part.blobId === blobId),
  }
}

/**
 * Where the bytes of a blob are none that may be there: what was acknowledged last, or what was sent after that. `bytes` are those from
 * `from` on.
 */
export function wrongBytes(journal: Journal, blobId: string, from: number, bytes: Buffer): string | null {
  const all = journal.ofBlob(blobId)
  const to = from + bytes.length
  const borders = new Set([from, to])
  for (const part of all) for (const at of [part.from, part.from + part.bytes.length]) if (at > from && at < to) borders.add(at)
  const edges = [...borders].sort((a, b) => a - b)
  for (let index = 1; index < edges.length; index++) {
    const [begin, end] = [edges[index - 1]!, edges[index]!]
    const over = all.filter((part) => part.from <= begin && part.from + part.bytes.length >= end)
    const last = over.filter(({ ackedAtMs }) => ackedAtMs !== null).at(-1)
    const allowed = over.filter(({ seq }) => seq >= (last?.seq ?? 0))
    const piece = bytes.subarray(begin - from, end - from)
    if (allowed.some((part) => part.bytes.subarray(begin - part.from, end - part.from).equals(piece))) continue
    const found = over.find((part) => part.bytes.subarray(begin - part.from, end - part.from).equals(piece))
    return `bytes ${begin}-${end} of blob ${blobId} are ${found ? `those of sending ${found.seq}` : 'of no sending'}, and sending ${last?.seq} was acknowledged last`
  }
  return null
}
