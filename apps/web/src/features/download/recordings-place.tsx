/** Where what was recorded is heard and seen, before the files (D1). Its players come later; their place is kept. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import type { LinkAddress } from './link-address.ts'
import classes from './recordings-place.module.css'

const chunk = lateChunk(async () => {
  const [{ Recordings }] = await Promise.all([import('./recordings.tsx'), loadTexts('preview'), loadTexts('player')])
  return Recordings
})

type Props = { files: readonly PublicFile[]; address: LinkAddress }

export function RecordingsPlace({ files, address }: Props) {
  const [{ Recordings }, setLoaded] = useState(() => ({ Recordings: chunk.peek() }))
  const hasSome = files.length > 0
  useEffect(() => {
    // Without them everything is there all the same: they are files of the list too.
    if (hasSome)
      chunk.load().then(
        (Recordings) => setLoaded({ Recordings }),
        () => {},
      )
  }, [hasSome])
  if (!hasSome) return null
  return (
    <div className={classes.place}>
      {Recordings ? (
        <Recordings files={files} address={address} />
      ) : (
        files.map(({ fileId, media }) => <div key={fileId} className={classes.waiting} data-media={media} aria-hidden="true" />)
      )}
    </div>
  )
}
