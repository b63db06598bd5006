/** The arrival (Q14): who was mailed, or the link to hand on. */
import { Button } from '@mantine/core'
import { dashTransferPath } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { type Dispatch, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { SharedLink } from '../../../product/transfers/shared-link.tsx'
import card from '../card/card.module.css'
import { StepHeading } from '../card/step-heading.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { chosenOptions } from '../form/options.ts'
import { Confetti } from './confetti.tsx'
import { DoneDrawing } from './done-drawing.tsx'
import { DoneInvite } from './done-invite.tsx'
import { DoneMails } from './done-mails.tsx'
import classes from './done-step.module.css'

/** The first one and how many more (Q14); who they are at a press. */
function Recipients({ form: { chips } }: { form: Form }) {
  const { t } = useTranslation('send')
  const [first = '', ...others] = chips.list
  if (others.length === 0) return <p className={classes.to}>{t('doneTo', { first })}</p>
  return (
    <details className={classes.people}>
      <summary className={classes.to}>{t('doneToOthers', { first, count: others.length })}</summary>
      <ul aria-label={t('recipients')}>
        {chips.list.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
    </details>
  )
}

function Facts({ form: { files, sent, options, plan, account } }: { form: Form }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { title, password, downloadLimit } = chosenOptions(options, plan, account !== null, new Date())
  return (
    <>
      {title && <p className={`${classes.facts} ${classes.title}`}>{title}</p>}
      <p className={classes.facts}>{t('doneFiles', { count: countFiles(files), size: format.bytes(totalBytes(files)) })}</p>
      {sent && (
        <p className={classes.facts}>
          {sent.expirySeconds >= expirySeconds.never
            ? t('doneNever')
            : t('doneExpiry', { date: format.date(new Date(sent.expiryDate)) })}
        </p>
      )}
      {password !== null && <DonePassword password={password} />}
      {downloadLimit !== null && <p className={classes.facts}>{t('doneLimit', { count: downloadLimit })}</p>}
      {!account && sent && <p className={classes.facts}>{t('doneManage')}</p>}
    </>
  )
}

/** Said once more, since nobody else can: it is in no mail, and the server keeps only its hash. */
function DonePassword({ password }: { password: string }) {
  const { t } = useTranslation('send')
  const [isShown, setShown] = useState(false)
  return (
    <p className={classes.facts}>
      {t('donePassword')} {isShown && <code>{password}</code>}{' '}
      <button type="button" className={classes.show} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'hidePassword' : 'showPassword')}
      </button>
    </p>
  )
}

export function DoneStep({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const linkUrl = form.sent?.linkUrl
  useTitle(t('doneTab'))
  const again = (isPrimary: boolean) => (
    <Button variant={isPrimary ? 'filled' : 'default'} h={52} fz={16} onClick={() => dispatch({ type: 'restarted' })}>
      {t('sendAnother')}
    </Button>
  )
  return (
    <div className={card.step}>
      <Confetti />
      <DoneDrawing isLow={Boolean(linkUrl)} />
      <StepHeading>{t(linkUrl ? 'linkTitle' : 'doneTitle')}</StepHeading>
      {linkUrl ? <SharedLink url={linkUrl} /> : <Recipients form={form} />}
      {!linkUrl && form.sent && <DoneMails transferId={form.sent._id} />}
      <Facts form={form} />
      {form.account || !form.sent ? (
        <div className={card.buttons}>
          {again(!linkUrl)}
          {form.account && form.sent && (
            <Button component={Link} to={dashTransferPath(form.sent.slug)} variant="default" h={52} fz={16}>
              {t('seeTransfer')}
            </Button>
          )}
        </div>
      ) : (
        <DoneInvite slug={form.sent.slug} sender={form.sender} again={again} />
      )}
    </div>
  )
}
