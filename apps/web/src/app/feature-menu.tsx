import { productPath } from '@sampan/contract/paths'
import { productPages } from '@sampan/contract/site'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../lib/i18n.ts'
import { FoldMenu } from './fold-menu.tsx'
import classes from './shell.module.css'

/** What the product does, by its pages. */
export function FeatureMenu() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const title = (
    <>
      {t('features')}
      <ChevronDown size={16} strokeWidth={2} aria-hidden="true" />
    </>
  )
  return (
    <FoldMenu title={title} titleClass={classes.link}>
      {() =>
        productPages.map((page) => (
          <a key={page} className={classes.link} href={productPath(page)(language)}>
            {t(`product_${page}`)}
          </a>
        ))
      }
    </FoldMenu>
  )
}
