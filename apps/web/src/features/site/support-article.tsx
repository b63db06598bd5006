import './texts.ts'
import { builtOperator, supportArticlePath, supportPath } from '@sampan/contract/paths'
import type { SupportArticle as Name } from '@sampan/contract/site'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import type { Page, Summary } from './content.server.ts'
import { Frame } from './frame.tsx'
import classes from './page.module.css'
import { Tiles } from './tiles.tsx'
import { Words } from './words.tsx'

export function SupportArticle({ page: { title, html }, others }: { page: Page; others: Summary[] }) {
  const { t } = useTranslation('site')
  const language = useLanguage()
  const back = (
    <a className={classes.back} href={supportPath(language)}>
      {t('supportTitle')}
    </a>
  )
  return (
    <Frame title={title} above={back}>
      <Words html={html} />
      <p className={classes.lead} data-operator="email">
        {t('stillQuestions')} <a href={`mailto:${builtOperator.email}`}>{builtOperator.email}</a>
      </p>
      <section className={classes.after} aria-labelledby="others">
        <h2 id="others">{t('related')}</h2>
        <Tiles pages={others.map((each) => ({ ...each, to: supportArticlePath(each.name as Name)(language) }))} />
      </section>
    </Frame>
  )
}
