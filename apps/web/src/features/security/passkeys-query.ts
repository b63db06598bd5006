import { listPasskeys, type Passkey } from '@sampan/contract/routes/passkeys'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

export const passkeysKey = ['passkeys'] as const

export const usePasskeys = () =>
  useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }): Promise<{ passkeys: Passkey[] }> => api.call(listPasskeys, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
  })
