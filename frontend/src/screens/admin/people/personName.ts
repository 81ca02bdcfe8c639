interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

/** 'Anna Bell'; empty where a person gave neither name. */
export const personName = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();
