/** The voice memo and the video messages of a transfer, to be heard and seen at once (D1). */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { previewTypeOf } from '@sampan/contract/rules/preview-kind'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useFormat } from '../../lib/format.ts'
import { useOnce } from '../../lib/use-once.ts'
import { VoicePlayer } from '../../product/recording/voice-player.tsx'
import { downloadLink, type LinkAddress } from './link-address.ts'
import { previewHref, tellPlayed } from './preview-address.ts'
import classes from './recordings.module.css'

type Props = { files: readonly PublicFile[]; address: LinkAddress }
type OneProps = { file: PublicFile; name: string; address: LinkAddress; onLength: (seconds: number) => void }

/** Of several of one kind each has its number. */
function useNames(files: readonly PublicFile[]): string[] {
  const { t } = useTranslation('preview')
  const format = useFormat()
  return files.map(({ media }, i) => {
    const what = t(media === 'voice' ? 'voice' : 'video')
    const alike = files.filter((file) => file.media === media)
    return alike.length > 1 ? t('numbered', { what, number: format.number(alike.indexOf(files[i]!) + 1) }) : what
  })
}

export function Recordings({ files, address }: Props) {
  const { t } = useTranslation('preview')
  const names = useNames(files)
  return (
    <section className={classes.recordings} aria-label={t('messages')}>
      {files.map((file, i) => (
        <Recording key={file.fileId} file={file} what={names[i]!} address={address} />
      ))}
    </section>
  )
}

/** Named by what it is and how long, as people speak of it: what its file is called says nothing to them. */
function Recording({ file, what, address }: { file: PublicFile; what: string; address: LinkAddress }) {
  const { t } = useTranslation('preview')
  const [seconds, setSeconds] = useState(0)
  const name = seconds >= 1 ? t('lasting', { what, length: clockText(seconds) }) : what
  const link = downloadLink(address, { fileId: file.fileId })
  const One = file.media === 'voice' ? Voice : Video
  return (
    <div className={classes.one}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        <a className={classes.download} {...link} href={link.href} download="" aria-label={t('download', { name })}>
          <Download size={19} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </div>
      <One file={file} name={name} address={address} onLength={setSeconds} />
    </div>
  )
}

const mayPlay = (file: PublicFile): boolean =>
  file.hasAudio === true || document.createElement('audio').canPlayType(previewTypeOf(file)) !== ''

function Voice({ file, name, address, onLength }: OneProps) {
  if (!mayPlay(file)) return <Preparing file={file} address={address} />
  return (
    <VoicePlayer
      src={previewHref(address, file.fileId, file.hasAudio ? 'audio' : 'original')}
      name={name}
      onFirstPlay={() => tellPlayed(address, file.fileId)}
      onLength={onLength}
    />
  )
}

const askAgainMs = 10_000

/** The server makes sound of it that this device plays; soon it is there. */
function Preparing({ file, address }: Pick<OneProps, 'file' | 'address'>) {
  const { t } = useTranslation('preview')
  const queries = useQueryClient()
  const { slug } = address
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['transfer', slug] }), askAgainMs)
    return () => clearInterval(timer)
  }, [queries, slug])
  return <Instead text={t('preparing')} file={file} address={address} />
}

function Instead({ text, file: { fileId }, address }: { text: string } & Pick<OneProps, 'file' | 'address'>) {
  const { t } = useTranslation('preview')
  return (
    <p className={classes.instead}>
      {text}{' '}
      <a {...downloadLink(address, { fileId })} download="">
        {t('downloadIt')}
      </a>
    </p>
  )
}

function Video({ file, name, address, onLength }: OneProps) {
  const { t } = useTranslation('preview')
  const [isBroken, setBroken] = useState(false)
  const tellSeen = useOnce(() => tellPlayed(address, file.fileId))
  if (isBroken) return <Instead text={t('videoBroken')} file={file} address={address} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: somebody has recorded it with their own camera
    <video
      className={classes.video}
      src={previewHref(address, file.fileId, 'original')}
      poster={file.thumbnail}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      onDurationChange={({ currentTarget: { duration } }) => Number.isFinite(duration) && onLength(duration)}
      onError={() => setBroken(true)}
      onPlay={tellSeen}
    />
  )
}
