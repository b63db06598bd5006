/** Who sent how many files, how much that is, and until when. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { initialsOf } from '../../lib/initials.ts'
import { shownName } from '../../lib/safe-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ExpiryText } from './expiry-text.tsx'
import classes from './sender-head.module.css'
import { type Sender, senderName } from './sender-name.ts'
import { Sentence } from './sentence.tsx'
import { StrangersName } from './strangers-name.tsx'

const unknownSender: Sender = { name: null, company: null, email: '' }

export function SenderHead({ view, takesFocus }: { view: TransferView; takesFocus: boolean }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const sender = view.sender ?? unknownSender
  const isArriving = view.state === 'uploading'
  const heading = (name: string): string =>
    view.fileCount > 0
      ? t(isArriving ? 'sendingYou' : 'sentYou', { sender: name, count: view.fileCount, number: format.number(view.fileCount) })
      : t(isArriving ? 'sendingYouFolders' : 'sentYouFolders', { sender: name })
  usePageTitle(heading(senderName(sender)))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <header className={classes.head}>
      <Avatar initials={initialsOf(sender.name, sender.email)} picture={sender.profilePic || sender.logoPic || ''} />
      <div className={classes.text}>
        <h1 ref={title} className={classes.title} tabIndex={-1}>
          <Sentence text={heading} name={senderName(sender)} />
        </h1>
        {view.title && (
          <p className={classes.name}>
            <StrangersName name={shownName(view.title)} />
          </p>
        )}
        <Facts className={classes.facts}>
          {sender.name?.trim() ? <bdi>{shownName(sender.email)}</bdi> : null}
          {sender.company ? <StrangersName name={shownName(sender.company)} /> : null}
          {format.bytes(view.totalBytes)}
          {view.expiresAt && <ExpiryText expiresAt={new Date(view.expiresAt)} />}
        </Facts>
      </div>
    </header>
  )
}
