/** What is changed and not saved: it is seen in the preview before. */
import type { BrandPlace, BrandView } from '@sampan/contract/routes/branding'
import { useEffect, useRef, useState } from 'react'
import { useBrandActs } from './queries.ts'

type Chosen = { blob: Blob; url: string }
type Plain = Pick<BrandView, 'accent' | 'hidesPoweredBy'>
type Changes = { plain: Plain | null; pictures: Partial<Record<BrandPlace, Chosen | null>> }
const none: Changes = { plain: null, pictures: {} }

export function useDraft(view: BrandView) {
  const acts = useBrandActs()
  const [changes, setChanges] = useState(none)
  const urls = useRef(new Set<string>())
  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [])
  const plain: Plain = changes.plain ?? { accent: view.accent, hidesPoweredBy: view.hidesPoweredBy }
  const pictureOf = (place: BrandPlace): string | null => {
    const changed = changes.pictures[place]
    return changed === undefined ? view.pictures[place] : (changed?.url ?? null)
  }
  const hasPlain = plain.accent !== view.accent || plain.hidesPoweredBy !== view.hidesPoweredBy
  /** What has been saved is no change any more, even if what comes after it fails. */
  async function save() {
    for (const [place, chosen] of Object.entries(changes.pictures) as [BrandPlace, Chosen | null][]) {
      if (chosen || view.pictures[place]) await acts.setPicture(place, chosen?.blob ?? null)
      setChanges(({ plain, pictures: { [place]: _, ...pictures } }) => ({ plain, pictures }))
    }
    if (hasPlain) await acts.change(plain)
    setChanges(none)
  }
  return {
    ...plain,
    pictures: { logo: pictureOf('logo'), background: pictureOf('background'), favicon: pictureOf('favicon') },
    isChanged: hasPlain || Object.keys(changes.pictures).length > 0,
    change: (some: Partial<Plain>) => setChanges(({ pictures }) => ({ plain: { ...plain, ...some }, pictures })),
    choose: (place: BrandPlace, blob: Blob | null) => {
      const url = blob && URL.createObjectURL(blob)
      if (url) urls.current.add(url)
      const chosen = blob && url ? { blob, url } : null
      setChanges(({ plain, pictures }) => ({ plain, pictures: { ...pictures, [place]: chosen } }))
    },
    undo: () => setChanges(none),
    save,
  }
}
export type Draft = ReturnType<typeof useDraft>
