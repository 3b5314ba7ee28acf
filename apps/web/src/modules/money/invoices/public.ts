// How an invoice is asked for where orders are shown.
export { InvoiceApplication } from './invoice-application.tsx'
