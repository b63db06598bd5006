/** What one part of the product does. */
import { defaultLanguage } from '@sampan/contract/paths'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { listProducts, readPage } from '../features/site/content.server.ts'
import { ProductPage } from '../features/site/product-page.tsx'
import { pathLanguage } from '../lib/language.ts'
import { contentMeta } from './page-meta.ts'

export const handle = { isStill: true }

export function loader({ url: { pathname }, params: { name } }: LoaderFunctionArgs) {
  const language = pathLanguage(pathname) ?? defaultLanguage
  return { page: readPage(`product/${name}`, language), others: listProducts(language).filter((each) => each.name !== name) }
}

export const meta = ({ loaderData, location }: MetaArgs<typeof loader>) => contentMeta(location.pathname, loaderData!.page)

export default function Page() {
  return <ProductPage {...useLoaderData<typeof loader>()} />
}
