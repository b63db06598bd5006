/** Where only the sender can help: what the link lacks is asked of them (X2); of a link that is none nobody is known, and the visitor writes. */
import { Button } from '@mantine/core'
import { mailAddress } from '@sampan/contract/rules/mail-address'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AskForm } from './ask-form.tsx'
import classes from './ask-sender.module.css'
import type { LinkAddress } from './link-address.ts'
import { useRequestTime } from './queries.ts'

type Props = { about: 'limitReached' | 'password'; address: LinkAddress; own: string | null; onAsked?: () => void }

export function AskSender({ about, address, own, onAsked }: Props) {
  const { t } = useTranslation('download')
  const request = useRequestTime(address)
  // The page's own form was sent before the page was hydrated.
  const told = useSearchParams()[0].get('told')
  const [isOpen, setOpen] = useState(told === 'askedWrong')
  const isDone = request.isSuccess || told === 'asked'
  const tell = useEffectEvent(() => onAsked?.())
  useEffect(() => {
    if (request.isSuccess) tell()
  }, [request.isSuccess])
  return (
    <>
      <p className={classes.done} role="status">
        {isDone && t('asked')}
      </p>
      {!isDone && !isOpen && (
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {t('askSender')}
        </Button>
      )}
      {!isDone && isOpen && (
        <section className={classes.ask} aria-label={t('askSender')}>
          <p>{t('askText')}</p>
          <AskForm request={request} own={own} send={t(`${about}Ask`)} />
        </section>
      )}
    </>
  )
}

export function WriteToSender() {
  const { t } = useTranslation('download')
  const body = t('unknownAskBody', { link: typeof location === 'undefined' ? '' : location.origin + location.pathname })
  return (
    <Button component="a" href={mailAddress('', { subject: t('unknownAskSubject'), body })} variant="default" size="md">
      {t('askSender')}
    </Button>
  )
}
