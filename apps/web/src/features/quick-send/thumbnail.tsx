/** An image's small picture, made when its row comes into sight and let go when it leaves. */
import { type ReactNode, useEffect, useState } from 'react'
import type { PickedFile } from '../../lib/picked-file.ts'
import classes from './file-list-row.module.css'

/** Larger images would take the browser seconds to open for a picture of 38 pixels. */
const maxBytes = 25_000_000
const drawable = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/

export function Thumbnail({ file, fallback }: { file: PickedFile; fallback: ReactNode }) {
  const [url, setUrl] = useState<string | null>(null)
  const isDrawable = drawable.test(file.blob.type) && file.size <= maxBytes
  useEffect(() => {
    if (!isDrawable) return
    const made = URL.createObjectURL(file.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isDrawable])
  if (!isDrawable || !url) return fallback
  return <img className={classes.thumbnail} src={url} alt="" decoding="async" onError={() => setUrl(null)} />
}
