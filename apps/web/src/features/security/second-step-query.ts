import { readSecondFactor, type SecondFactor } from '@sampan/contract/routes/second-factor'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../product/session/api.ts'

export const secondStepKey = ['secondFactor'] as const

export const useSecondStep = () =>
  useQuery({
    queryKey: secondStepKey,
    queryFn: ({ signal }): Promise<SecondFactor> => api.call(readSecondFactor, { signal }),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: true,
  })
