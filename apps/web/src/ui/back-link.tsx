import { ArrowLeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import style from './back-link.module.css'

/** Link to the page that this one belongs to, named by its text. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={style.back}>
    <ArrowLeftOutlined aria-hidden /> {children}
  </Link>
)
