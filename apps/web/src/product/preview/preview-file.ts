/** A file that can be looked at, whoever's it is: where its bytes are is its list's business. */
import type { PreviewForm } from '@sampan/contract/routes/previews'
import { type Previewed, type PreviewKind, previewKindOf } from '@sampan/contract/rules/preview-kind'
import type { AnchorHTMLAttributes } from 'react'

type LinkProps = { href: string } & Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick' | 'onAuxClick' | 'onContextMenu'>

export type PreviewFile = Previewed & {
  fileId: string
  thumbnail?: string | undefined
  hasAudio?: true | undefined
  /** Of an owner's file the address is asked for. */
  addressOf: (form: PreviewForm) => Promise<string> | string
  /** A recorded message is heard or seen now. */
  onPlayed?: () => void
  /** How it is downloaded: a link, or an act; none where that is not to be had. */
  download?: LinkProps | { act: () => void }
}

/** Of the address that an owner was given for all forms of a file. */
export const addressAs = (url: string, form: PreviewForm): string => (form === 'original' ? url : `${url}?as=${form}`)

export const formOf = (file: PreviewFile, kind: PreviewKind): PreviewForm => {
  if (kind === 'picture') return 'picture'
  return kind === 'audio' && file.hasAudio ? 'audio' : 'original'
}

/** Those of a list that can be looked at. */
export const previewable = (files: readonly PreviewFile[]): PreviewFile[] => files.filter((file) => previewKindOf(file) !== null)
