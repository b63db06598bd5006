/** Where only the sender can help: a mail to them, begun with what is wrong with which link. Nobody but the sender learns of it. */
import { Button } from '@mantine/core'
import { mailAddress } from '@sampan/contract/rules/mail-address'
import { useTranslation } from 'react-i18next'

type Props = {
  about: 'limitReached' | 'password' | 'unknown'
  /** Empty where the link does not say whose it is. */
  to: string
}

export function AskSender({ about, to }: Props) {
  const { t } = useTranslation('download')
  const body = t(`${about}AskBody`, { link: typeof location === 'undefined' ? '' : location.origin + location.pathname })
  return (
    <Button component="a" href={mailAddress(to, { subject: t(`${about}AskSubject`), body })} variant="default" size="md">
      {t('askSender')}
    </Button>
  )
}
