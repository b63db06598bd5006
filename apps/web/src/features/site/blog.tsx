import './texts.ts'
import { articlePath } from '@sampan/contract/paths'
import type { Article } from '@sampan/contract/site'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { ArticleFacts } from './article-facts.tsx'
import type { Summary } from './content.server.ts'
import { Frame } from './frame.tsx'
import { Tiles } from './tiles.tsx'

export function Blog({ articles }: { articles: (Summary & { name: Article })[] }) {
  const { t } = useTranslation('site')
  const language = useLanguage()
  return (
    <Frame title={t('blogTitle')} lead={t('blogDescription')} isWide>
      <Tiles
        heading="h2"
        pages={articles.map((each) => ({
          ...each,
          to: articlePath(each.name)(language),
          below: <ArticleFacts name={each.name} date={each.date} />,
        }))}
      />
    </Frame>
  )
}
