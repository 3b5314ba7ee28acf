import { outdated } from '../../../lib/query.ts'

export const afterDroneChange = () => outdated('listDrones', 'getDrone', 'listCommands')
