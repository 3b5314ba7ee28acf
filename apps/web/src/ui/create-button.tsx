import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'

type Props = { label: string; onClick: () => void }

/** Creates an object of the kind that a list shows. */
export const CreateButton = ({ label, onClick }: Props) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
