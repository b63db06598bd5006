/** Who sent how many files, how much that is, and until when. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { initialsOf } from '../../lib/initials.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ExpiryText } from './expiry-text.tsx'
import { shownName } from './safe-text.ts'
import classes from './sender-head.module.css'
import { type Sender, senderName } from './sender-name.ts'
import { Sentence } from './sentence.tsx'
import { StrangersName } from './strangers-name.tsx'

const unknownSender: Sender = { name: null, company: null, email: '' }

export function SenderHead({ view, takesFocus }: { view: TransferView; takesFocus: boolean }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const sender = view.sender ?? unknownSender
  const heading = (name: string): string =>
    view.fileCount > 0
      ? t('sentYou', { sender: name, count: view.fileCount, number: format.number(view.fileCount) })
      : t('sentYouFolders', { sender: name })
  usePageTitle(heading(senderName(sender)))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  const facts = (
    [
      ['email', sender.name?.trim() && <bdi>{shownName(sender.email)}</bdi>],
      ['company', sender.company && <StrangersName name={shownName(sender.company)} />],
      ['size', format.bytes(view.totalBytes)],
      ['expiry', view.expiresAt && <ExpiryText expiresAt={new Date(view.expiresAt)} />],
    ] satisfies [string, ReactNode][]
  ).filter(([, fact]) => fact)
  return (
    <header className={classes.head}>
      <Avatar initials={initialsOf(sender.name, sender.email)} />
      <div className={classes.text}>
        <h1 ref={title} className={classes.title} tabIndex={-1}>
          <Sentence text={heading} name={senderName(sender)} />
        </h1>
        <p className={classes.facts}>
          {facts.map(([key, fact], i) => (
            <Fragment key={key}>
              {fact}
              {i < facts.length - 1 && '\u00a0· '}
            </Fragment>
          ))}
        </p>
      </div>
    </header>
  )
}
