/** To ask for files: at one press by a link, or with everything that there is to say. */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import { dashRequestsPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { ArrowLeft, LayoutTemplate, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { recipientsOf } from '../../product/recipients/chips.ts'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { Asked } from './asked.tsx'
import { type Draft, templateOf, withTemplate } from './draft.ts'
import classes from './new-request.module.css'
import { RequestForm } from './request-form.tsx'
import type { Starter } from './starters.ts'
import { ChooseTemplate, SaveTemplate } from './template-windows.tsx'
import { type Carried, useNewRequest } from './use-new-request.ts'

type Props = { user: User; carried: Carried | null }

function useSubmitText(draft: Draft): string {
  const { t } = useTranslation('asking')
  const count = recipientsOf(draft.chips).length
  if (draft.sendAs === 'link') return t('makeLink')
  return count > 0 ? t('askPeople', { count }) : t('ask')
}

export function NewRequest({ user, carried }: Props) {
  const { t } = useTranslation('asking')
  const toasts = useToasts()
  const [shown, setShown] = useState<'choose' | 'save' | null>(null)
  const { plan, draft, done, asking, change, replace, makeLink, submit, again } = useNewRequest(user, carried)
  const submitText = useSubmitText(draft)
  usePageTitle(t('pageTitle'))
  function use({ name, template }: Starter) {
    setShown(null)
    replace(withTemplate(draft, template))
    const action = { label: t('undo'), run: () => replace(draft) }
    toasts.show({ about: 'template', text: t('begunFrom', { name }), lifeMs: timingsMs.longNotice, action })
  }
  return (
    <div className={classes.page}>
      <Link className={classes.back} to={dashRequestsPath}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('toList')}
      </Link>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('pageTitle')}</h1>
        {!done && (
          <Button
            variant="default"
            h={44}
            leftSection={<LayoutTemplate size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setShown('choose')}
          >
            {t('templates')}
          </Button>
        )}
      </header>
      {done ? (
        <Asked detail={done} onAgain={again} />
      ) : (
        <>
          <section className={classes.instant} aria-labelledby="instant">
            <div>
              <h2 id="instant">{t('instantTitle')}</h2>
              <p>{t('instantText')}</p>
            </div>
            <Button
              variant="default"
              h={46}
              loading={asking.isAsking}
              leftSection={<Link2 size={18} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => void makeLink()}
            >
              {t('instant')}
            </Button>
          </section>
          <RequestForm
            label={t('pageTitle')}
            draft={draft}
            plan={plan}
            wrong={asking.wrong}
            problem={asking.problem}
            refusals={asking.refusals}
            hasPassword={false}
            onChange={change}
            onSubmit={() => void submit()}
          >
            <Button type="submit" h={52} fz={16} loading={asking.isAsking}>
              {submitText}
            </Button>
            <Button variant="default" h={52} onClick={() => setShown('save')}>
              {t('saveTemplate')}
            </Button>
          </RequestForm>
        </>
      )}
      {shown === 'choose' && <ChooseTemplate onUse={use} onClose={() => setShown(null)} />}
      {shown === 'save' && (
        <SaveTemplate
          title={draft.title}
          template={templateOf({ ...draft, documents: draft.documents.filter(({ name }) => name.trim()) })}
          onClose={() => setShown(null)}
          onSaved={(name) => {
            setShown(null)
            toasts.show({ text: t('templateSaved', { name }), lifeMs: timingsMs.toast })
          }}
        />
      )}
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}
