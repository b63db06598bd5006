import './texts.ts'
import { articlePath, blogPath } from '@sampan/contract/paths'
import type { Article as Name } from '@sampan/contract/site'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { ArticleFacts } from './article-facts.tsx'
import type { Page, Summary } from './content.server.ts'
import { Frame } from './frame.tsx'
import classes from './page.module.css'
import { Picture } from './picture.tsx'
import { Tiles } from './tiles.tsx'
import { Words } from './words.tsx'

type Props = { name: string; page: Page; latest: (Summary & { name: Name })[] }

export function Article({ name, page: { title, subtitle, date, picture, alt, html }, latest }: Props) {
  const { t } = useTranslation('site')
  const language = useLanguage()
  const back = (
    <a className={classes.back} href={blogPath(language)}>
      {t('blogTitle')}
    </a>
  )
  return (
    <Frame title={title} lead={subtitle} above={back} below={<ArticleFacts name={name} date={date} />}>
      <article data-article={name}>
        {picture && (
          <div className={classes.picture}>
            <Picture screen={picture} alt={alt ?? ''} isFirst />
          </div>
        )}
        <Words html={html} />
      </article>
      <section className={classes.after} aria-labelledby="latest">
        <h2 id="latest">{t('latest')}</h2>
        <Tiles
          pages={latest.map((each) => ({
            ...each,
            to: articlePath(each.name)(language),
            below: <ArticleFacts name={each.name} date={each.date} />,
          }))}
        />
      </section>
    </Frame>
  )
}
