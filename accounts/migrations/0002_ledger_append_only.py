"""Ledger rows are never changed or deleted (M1): the database refuses, whoever asks."""

from django.db import migrations

TABLES = ("accounts_ledgertransaction", "accounts_ledgerentry")

POSTGRES_FUNCTION = """
CREATE FUNCTION accounts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRES_TRIGGER = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION accounts_append_only()
"""
SQLITE_TRIGGER = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed or deleted'); END
"""


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        # No parameters at all: the function's own % is not a place for one.
        schema_editor.execute(POSTGRES_FUNCTION, params=None)
        for table in TABLES:
            schema_editor.execute(POSTGRES_TRIGGER.format(table=table))
        return
    for table in TABLES:
        for verb in ("update", "delete"):
            schema_editor.execute(SQLITE_TRIGGER.format(table=table, verb=verb))


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        schema_editor.execute("DROP FUNCTION accounts_append_only()")
        return
    for table in TABLES:
        for verb in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
