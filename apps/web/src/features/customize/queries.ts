/** What recipients see of the account's own: each answer is all of it as it stands then. */
import {
  type BrandPlace,
  type BrandView,
  changeBrand,
  readBrand,
  removeBrandPicture,
  setBrandPicture,
} from '@sampan/contract/routes/branding'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { base64Of } from '../../lib/base64.ts'
import { api } from '../../product/session/api.ts'

const brandKey = ['brand'] as const

export const useBrandView = () =>
  useQuery({
    queryKey: brandKey,
    queryFn: ({ signal }): Promise<BrandView> => api.call(readBrand, { signal }),
    retry: false,
    networkMode: 'always',
    // Never under what is being changed.
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useBrandActs() {
  const queries = useQueryClient()
  const show = (view: BrandView) => void queries.setQueryData<BrandView>(brandKey, view)
  return {
    change: async (body: Pick<BrandView, 'accent' | 'hidesPoweredBy'>) => show(await api.call(changeBrand, { body })),
    setPicture: async (place: BrandPlace, blob: Blob | null) =>
      show(
        blob
          ? await api.call(setBrandPicture, { params: { place }, body: { picture: await base64Of(blob) } })
          : await api.call(removeBrandPicture, { params: { place } }),
      ),
  }
}
