/** The small picture of an image or a video, made when its row comes into sight and let go when it leaves. */
import { type ReactNode, useEffect, useState } from 'react'
import classes from '../../ui/file-icon.module.css'
import type { PickedFile } from './picked-file.ts'
import { posterOf } from './video-poster.ts'

/** Larger images would take the browser seconds to open for a picture of 38 pixels. */
const maxBytes = 25_000_000
const drawable = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/

export function Thumbnail({ file, fallback }: { file: PickedFile; fallback: ReactNode }) {
  const [url, setUrl] = useState<string | null>(null)
  const isDrawable = drawable.test(file.blob.type) && file.size <= maxBytes
  const isVideo = file.blob.type.startsWith('video/')
  useEffect(() => {
    let [made, isOver] = ['', false]
    const show = (picture: Blob | null) => {
      if (!picture || isOver) return
      made = URL.createObjectURL(picture)
      setUrl(made)
    }
    if (isDrawable) show(file.blob)
    else if (isVideo) void posterOf(file.blob).then(show)
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file, isDrawable, isVideo])
  if (!url) return fallback
  return <img className={classes.picture} src={url} alt="" decoding="async" onError={() => setUrl(null)} />
}
