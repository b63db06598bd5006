import { Button } from '@mantine/core'
import { dashPath, homePath, isDashPath } from '@sampan/contract/paths'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'

/** In the logged-in area its own first page is home. */
export function HomeButton({ children }: { children: ReactNode }) {
  const home = homePath(useLanguage())
  return (
    <Button component={Link} to={isDashPath(useLocation().pathname) ? dashPath : home} variant="default" size="md">
      {children}
    </Button>
  )
}
