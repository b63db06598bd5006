/** What was recorded is heard and seen before the files (D1). Its players come where there is something to play. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import type { LinkAddress } from './link-address.ts'

const chunk = lateChunk(async () => {
  const [{ Recordings }] = await Promise.all([import('./recordings.tsx'), loadTexts('preview'), loadTexts('player')])
  return { Recordings }
})

type Props = { files: readonly PublicFile[]; address: LinkAddress; onMissing: () => void }

/** Where they do not come the files are in the list all the same. */
export function RecordingsPlace({ files, address, onMissing }: Props) {
  const [late, setLate] = useState(chunk.peek)
  useEffect(() => {
    chunk.load().then(setLate, onMissing)
  }, [onMissing])
  return late && <late.Recordings files={files} address={address} />
}
