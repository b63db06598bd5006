/** A link as a square for a camera, drawn once its code is here; its place is kept until then. */
import { useEffect, useState } from 'react'
import { lateChunk } from '../lib/load-chunk.ts'

export const qrChunk = lateChunk(() => import('./qr.tsx'))

export function LateQr({ className, text, label }: { className?: string | undefined; text: string; label: string }) {
  const [Qr, setQr] = useState(() => qrChunk.peek()?.Qr)
  useEffect(() => {
    qrChunk.load().then(
      (loaded) => setQr(() => loaded.Qr),
      () => {},
    )
  }, [])
  return Qr ? <Qr className={className} text={text} label={label} /> : <span className={className} />
}
