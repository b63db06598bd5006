/** The window that asks for a fresh proof; its code comes when it is first wanted. */
import { useEffect, useState } from 'react'
import { lateChunk } from '../lib/load-chunk.ts'
import { useProofWanted } from '../product/session/fresh-proof.ts'

const chunk = lateChunk(() => import('../features/proof/proof-window.tsx'))

export function DashProof({ email }: { email: string }) {
  const wanted = useProofWanted()
  const [Window, setWindow] = useState(() => chunk.peek()?.ProofWindow)
  useEffect(() => {
    if (!wanted) return
    chunk.load().then(
      (loaded) => setWindow(() => loaded.ProofWindow),
      () => wanted.answer(false),
    )
  }, [wanted])
  return wanted && Window && <Window {...wanted} email={email} onAnswer={wanted.answer} />
}
