import './texts.ts'
import { homePath, pricingPath, productPath } from '@sampan/contract/paths'
import type { ProductPage as Name } from '@sampan/contract/site'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import type { Page, Summary } from './content.server.ts'
import { Frame } from './frame.tsx'
import classes from './page.module.css'
import { Picture } from './picture.tsx'
import { Tiles } from './tiles.tsx'
import { Words } from './words.tsx'

type Props = { page: Page; others: (Summary & { name: Name })[] }

export function ProductPage({ page: { title, subtitle, picture, alt, html }, others }: Props) {
  const { t } = useTranslation('site')
  const language = useLanguage()
  const acts = (
    <div className={classes.acts}>
      <a className={classes.primary} href={homePath(language)}>
        {t('sendFiles')}
      </a>
      <a className={classes.secondary} href={pricingPath(language)} data-offer="">
        {t('seePrices')}
      </a>
    </div>
  )
  return (
    <Frame title={title} lead={subtitle} below={acts} isWide>
      {picture && (
        <div className={classes.picture}>
          <Picture screen={picture} alt={alt ?? ''} isFirst />
        </div>
      )}
      <div className={classes.column}>
        <Words html={html} />
      </div>
      <section className={classes.after} aria-labelledby="others">
        <h2 id="others">{t('otherFeatures')}</h2>
        <Tiles pages={others.map((each) => ({ ...each, to: productPath(each.name)(language) }))} />
      </section>
    </Frame>
  )
}
