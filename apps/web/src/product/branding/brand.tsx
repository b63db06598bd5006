/** What pages of links and requests show of whoever they are from (B1): what lies behind, what stands above, what stands below. */
import { homePath } from '@sampan/contract/paths'
import type { BrandShown } from '@sampan/contract/routes/branding'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { productName } from '../../lib/product-name.ts'
import classes from './brand.module.css'
import { useBrand } from './use-brand.ts'

type Props = { brand: BrandShown | undefined }

export function BrandTop({ brand }: Props) {
  useBrand(brand)
  return (
    <>
      <div className={classes.backdrop} aria-hidden="true" />
      {brand?.logo && <img className={classes.logo} src={brand.logo} alt="" />}
    </>
  )
}

/** The page's own address is a secret, and the app is left: what comes next looks as ever. */
export function PoweredBy({ brand }: Props) {
  const { t } = useTranslation('download')
  const language = useLanguage()
  if (!brand?.poweredBy) return null
  return (
    <a className={classes.powered} href={homePath(language)} rel="noreferrer">
      {t('sentWith', { product: productName() })}
    </a>
  )
}
