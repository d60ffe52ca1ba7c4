"""The journal is never changed or deleted: the database refuses, whoever asks."""

from django.db import migrations

TABLE = "tournaments_journal"

POSTGRES_FUNCTION = """
CREATE FUNCTION tournaments_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRES_TRIGGER = f"""
CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION tournaments_append_only()
"""
SQLITE_TRIGGER = f"""
CREATE TRIGGER {TABLE}_no_{{verb}} BEFORE {{verb}} ON {TABLE}
BEGIN SELECT RAISE(ABORT, 'rows of {TABLE} are never changed or deleted'); END
"""
VERBS = ("update", "delete")


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        # No parameters at all: the function's own % is not a place for one.
        schema_editor.execute(POSTGRES_FUNCTION, params=None)
        schema_editor.execute(POSTGRES_TRIGGER)
        return
    for verb in VERBS:
        schema_editor.execute(SQLITE_TRIGGER.format(verb=verb))


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER {TABLE}_append_only ON {TABLE}")
        schema_editor.execute("DROP FUNCTION tournaments_append_only()")
        return
    for verb in VERBS:
        schema_editor.execute(f"DROP TRIGGER {TABLE}_no_{verb}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
