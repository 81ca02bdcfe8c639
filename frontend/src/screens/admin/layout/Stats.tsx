import { Col, Row, Statistic } from 'antd';

/** Numbers and short texts beside each other, by their names. */
export const Stats = ({ values }: { readonly values: Readonly<Record<string, string | number>> }) => (
  <Row gutter={[16, 16]}>
    {Object.entries(values).map(([label, value]) => (
      <Col key={label} xs={12} sm={6}>
        <Statistic
          title={label}
          value={value}
          styles={{ content: { fontWeight: 600, ...(typeof value === 'string' && { fontSize: 14 }) } }}
        />
      </Col>
    ))}
  </Row>
);
