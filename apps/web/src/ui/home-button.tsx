import { Button } from '@mantine/core'
import { homePath } from '@sampan/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'

export const HomeButton = ({ children }: { children: ReactNode }) => (
  <Button component={Link} to={homePath(useLanguage())} variant="default" size="md">
    {children}
  </Button>
)
