import { Link as Chain, Mail } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Form, FormAction } from '../form/form.ts'

/** By e-mail or as a link (Q8). */
export function SendAs({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const choices = [
    { value: 'email', label: t('byEmail'), Icon: Mail },
    { value: 'link', label: t('byLink'), Icon: Chain },
  ] as const
  return (
    <Segmented
      label={t('sendAs')}
      choices={choices}
      value={form.sendAs}
      onChoose={(sendAs) => dispatch({ type: 'sendAsChosen', sendAs })}
    />
  )
}
